/*
 * strict_image.c - the bytes of the program strict_first, which so needs no
 * place of its own.
 */
#include "host/strict_image.h"

__asm__(".pushsection .rodata\n"
	".globl strict_image, strict_image_end\n"
	".hidden strict_image, strict_image_end\n"
	"strict_image: .incbin \"referee/host/strict_first\"\n"
	"strict_image_end:\n"
	".popsection");
