/* The digests of libmd and RC4 (ARCFOUR) behind libgcrypt's interface: nothing here protects a secret, templates just may use them. */
#include "gcrypt.h"

#include <md4.h>
#include <md5.h>
#include <sha1.h>
#include <stdlib.h>

struct gcry_cipher {
  unsigned char state[256];
};

const char *gcry_check_version(const char *version) { return version; }

const char *gcry_strerror(gcry_error_t error) { return error == 0 ? "" : "no memory"; }

void gcry_md_hash_buffer(int algorithm, void *digest, const void *data, size_t length) {
  union {
    MD4_CTX md4;
    MD5_CTX md5;
    SHA1_CTX sha1;
  } context;
  if (algorithm == GCRY_MD_MD4) {
    MD4Init(&context.md4);
    MD4Update(&context.md4, data, length);
    MD4Final(digest, &context.md4);
  } else if (algorithm == GCRY_MD_MD5) {
    MD5Init(&context.md5);
    MD5Update(&context.md5, data, length);
    MD5Final(digest, &context.md5);
  } else {
    SHA1Init(&context.sha1);
    SHA1Update(&context.sha1, data, length);
    SHA1Final(digest, &context.sha1);
  }
}

gcry_error_t gcry_cipher_open(gcry_cipher_hd_t *cipher, int algorithm, int mode, unsigned flags) {
  *cipher = malloc(sizeof(struct gcry_cipher));
  return *cipher == NULL;
}

static void swap(unsigned char *state, unsigned a, unsigned b) {
  unsigned char kept = state[a];
  state[a] = state[b];
  state[b] = kept;
}

gcry_error_t gcry_cipher_setkey(gcry_cipher_hd_t cipher, const void *key, size_t length) {
  const unsigned char *bytes = key;
  unsigned other = 0;
  for (unsigned each = 0; each < 256; each++) cipher->state[each] = each;
  for (unsigned each = 0; each < 256; each++) {
    other = (other + cipher->state[each] + bytes[each % length]) & 255;
    swap(cipher->state, each, other);
  }
  return 0;
}

gcry_error_t gcry_cipher_encrypt(gcry_cipher_hd_t cipher, void *out, size_t size, const void *in, size_t length) {
  const unsigned char *from = in;
  unsigned char *to = out;
  unsigned char *state = cipher->state;
  unsigned first = 0, second = 0;
  for (size_t each = 0; each < length && each < size; each++) {
    first = (first + 1) & 255;
    second = (second + state[first]) & 255;
    swap(state, first, second);
    to[each] = from[each] ^ state[(state[first] + state[second]) & 255];
  }
  return 0;
}

void gcry_cipher_close(gcry_cipher_hd_t cipher) { free(cipher); }
