#!/bin/sh
# Builds ../engine.wasm from Debian's sources of libxml2, libxslt and libmd with Debian's emscripten, all of Debian 12.
#
# Needs as root:  apt-get install --no-install-recommends emscripten dpkg-dev
# and deb-src entries in the sources of apt.
#
# usage: build.sh [file to write]
set -eu
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
output=$(realpath -m "${1:-$here/../engine.wasm}")
# The versions that Debian 12 has; after a security update of libxml2 or libxslt, write the new ones and build again.
LIBXML2=2.9.14+dfsg-1.3~deb12u6
LIBXSLT=1.1.35-1+deb12u4
LIBMD=1.0.4-2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get source -qq "libxml2=$LIBXML2" "libxslt=$LIBXSLT" "libmd=$LIBMD" >/dev/null
xml=$(echo "$work"/libxml2-*/) xslt=$(echo "$work"/libxslt-*/) md=$(echo "$work"/libmd-*/)

# What the libraries' ./configure would write, without asking a compiler for hours.
sed -e "s/@VERSION@/2.9.14/; s/@LIBXML_VERSION_NUMBER@/20914/; s/@LIBXML_VERSION_EXTRA@//; s/@MODULE_EXTENSION@//" \
  -e 's/@WITH_\(HTML\|ICONV\|ISO8859X\|OUTPUT\|PATTERN\|PUSH\|SAX1\|TREE\|XPATH\)@/1/; s/@WITH_[A-Z0-9_]*@/0/' \
  "$xml/include/libxml/xmlversion.h.in" >"$xml/include/libxml/xmlversion.h"
sed -e "s/@VERSION@/1.1.35/; s/@LIBXSLT_VERSION_NUMBER@/10135/; s/@LIBXSLT_VERSION_EXTRA@//" \
  -e 's/@LIBXSLT_DEFAULT_PLUGINS_PATH@//; s/@WITH_[A-Z0-9_]*@/0/' "$xslt/libxslt/xsltconfig.h.in" >"$xslt/libxslt/xsltconfig.h"
sed -e 's/@LIBEXSLT_VERSION@/0.8.20/; s/@LIBEXSLT_VERSION_NUMBER@/820/; s/@LIBEXSLT_VERSION_EXTRA@//; s/@WITH_CRYPTO@/1/' \
  "$xslt/libexslt/exsltconfig.h.in" >"$xslt/libexslt/exsltconfig.h"
cp "$here/config.h" "$xml/config.h"
cp "$here/config.h" "$xslt/config.h"

# Assertions name their files: without the temporary folder, so that each build is the same.
emcc -Oz -DNDEBUG -DHAVE_CONFIG_H -w -o "$output" -ffile-prefix-map="$work"= \
  -I"$here" -I"$xml/include" -I"$xml" -I"$xslt" -I"$xslt/libexslt" -I"$md/include" \
  -s STANDALONE_WASM -s ALLOW_MEMORY_GROWTH -s MAXIMUM_MEMORY=256MB -s TOTAL_STACK=4MB -Wl,--stack-first --no-entry \
  "$here/engine.c" "$here/gcrypt.c" "$md/src/md4.c" "$md/src/md5.c" "$md/src/sha1.c" \
  $(printf "$xml/%s.c " buf chvalid dict encoding entities error globals hash HTMLparser HTMLtree list parser \
    parserInternals pattern SAX SAX2 threads tree uri valid xmlIO xmlmemory xmlsave xmlstring xpath) \
  "$xslt"/libxslt/*.c "$xslt"/libexslt/*.c
