#include <z3.h>
// mallopt; other systems have neither the header nor the need.
#if defined(__linux__)
#include <malloc.h>
#endif
