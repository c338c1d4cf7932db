// Carries the precompiled header that library, programs and chapters share.
