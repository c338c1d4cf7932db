// Carries the precompiled header that every test suite shares.
