/* The part of libgcrypt's interface that libexslt's crypto functions use. */
#ifndef TICKETGATE_GCRYPT_H
#define TICKETGATE_GCRYPT_H

#include <stddef.h>

#define GCRYPT_VERSION ""
enum { GCRY_MD_MD5 = 1, GCRY_MD_SHA1 = 2, GCRY_MD_MD4 = 301 };
enum { GCRY_CIPHER_ARCFOUR = 301, GCRY_CIPHER_MODE_STREAM = 4 };

typedef int gcry_error_t;
typedef struct gcry_cipher *gcry_cipher_hd_t;

const char *gcry_check_version(const char *version);
const char *gcry_strerror(gcry_error_t error);
void gcry_md_hash_buffer(int algorithm, void *digest, const void *data, size_t length);
gcry_error_t gcry_cipher_open(gcry_cipher_hd_t *cipher, int algorithm, int mode, unsigned flags);
gcry_error_t gcry_cipher_setkey(gcry_cipher_hd_t cipher, const void *key, size_t length);
gcry_error_t gcry_cipher_encrypt(gcry_cipher_hd_t cipher, void *out, size_t size, const void *in, size_t length);
#define gcry_cipher_decrypt gcry_cipher_encrypt
void gcry_cipher_close(gcry_cipher_hd_t cipher);

#endif
