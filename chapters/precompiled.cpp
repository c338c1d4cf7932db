// Carries the precompiled header that every chapter shares.
