/*
 * strict_image.h - the program strict_first, embedded so that it need not be
 * installed as a file.
 */
#ifndef HOST_STRICT_IMAGE_H
#define HOST_STRICT_IMAGE_H

/* The first byte, and the one after the last. */
extern const unsigned char strict_image[], strict_image_end[];

#endif
