/*
 * strict_image.h - the bytes of the program strict_first, which so needs no
 * place of its own.
 */
#ifndef HOST_STRICT_IMAGE_H
#define HOST_STRICT_IMAGE_H

/* The first byte, and the one after the last. */
extern const unsigned char strict_image[], strict_image_end[];

#endif
