/*
 * strict_image.c - the program strict_first, embedded so that it need not be
 * installed as a file.
 */
#include "host/strict_image.h"

__asm__(".pushsection .rodata\n"
	".globl strict_image, strict_image_end\n"
	".hidden strict_image, strict_image_end\n"
	"strict_image: .incbin \"referee/host/strict_first\"\n"
	"strict_image_end:\n"
	".popsection");
