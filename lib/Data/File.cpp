//===- File.cpp - Whole files in and out ----------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/File.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

using namespace ckpt::data;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

constexpr size_t chunkBytes = 1 << 20;

Error systemError(StringRef path, const char *what) {
  return fileError(path, Twine(what) + ": " + std::strerror(errno));
}

/// Inflates all of `data`; `windowBits` chooses the container as in zlib.
Expected<std::vector<uint8_t>> inflateAll(ArrayRef<uint8_t> data,
                                          uint64_t maxBytes, int windowBits) {
  z_stream stream{};
  if (inflateInit2(&stream, windowBits) != Z_OK)
    return llvm::createStringError("cannot start inflating");
  llvm::scope_exit end([&] { inflateEnd(&stream); });
  std::vector<uint8_t> out;
  size_t consumed = 0, filled = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0 && consumed < data.size()) {
      size_t piece = std::min(data.size() - consumed, chunkBytes);
      stream.next_in = const_cast<Bytef *>(data.data() + consumed);
      stream.avail_in = static_cast<uInt>(piece);
      consumed += piece;
    }
    if (filled == out.size()) {
      if (out.size() > maxBytes)
        return llvm::createStringError("inflates to more than %llu bytes",
                                       (unsigned long long)maxBytes);
      out.resize(out.size() + std::max(chunkBytes, out.size() / 2));
    }
    size_t room = std::min<size_t>(out.size() - filled, 1u << 30);
    stream.next_out = out.data() + filled;
    stream.avail_out = static_cast<uInt>(room);
    status = inflate(&stream, Z_NO_FLUSH);
    filled += room - stream.avail_out;
    if (status == Z_BUF_ERROR && stream.avail_in == 0)
      return llvm::createStringError("compressed data ends early");
    if (status != Z_OK && status != Z_STREAM_END)
      return llvm::createStringError("compressed data is damaged");
    if (status == Z_OK && stream.avail_in == 0 && consumed == data.size() &&
        stream.avail_out != 0)
      return llvm::createStringError("compressed data ends early");
  }
  if (filled > maxBytes)
    return llvm::createStringError("inflates to more than %llu bytes",
                                   (unsigned long long)maxBytes);
  out.resize(filled);
  return out;
}

} // namespace

Error ckpt::data::fileError(StringRef path, const Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 path + ": " + what);
}

Expected<std::vector<uint8_t>> ckpt::data::readFile(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return systemError(path, "cannot open");
  llvm::scope_exit closeIt([&] { close(file); });
  struct stat info;
  if (fstat(file, &info) != 0)
    return systemError(path, "cannot read");
  if (!S_ISREG(info.st_mode))
    return fileError(path, "is not a regular file");
  std::vector<uint8_t> bytes(static_cast<size_t>(info.st_size));
  size_t filled = 0;
  while (filled < bytes.size()) {
    ssize_t got = read(file, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError(path, "cannot read");
    if (got == 0)
      return fileError(path, "became shorter while it was read");
    filled += static_cast<size_t>(got);
  }
  return bytes;
}

Expected<std::vector<uint8_t>>
ckpt::data::readMaybeGzipped(const std::string &path, uint64_t maxBytes) {
  Expected<std::vector<uint8_t>> bytes = readFile(path);
  if (!bytes || bytes->size() < 2 || (*bytes)[0] != 0x1f || (*bytes)[1] != 0x8b)
    return bytes;
  // 16 asks for the gzip container, whose checksum zlib then verifies.
  Expected<std::vector<uint8_t>> inflated =
      inflateAll(*bytes, maxBytes, 16 + MAX_WBITS);
  if (!inflated)
    return fileError(path, llvm::toString(inflated.takeError()));
  return inflated;
}

Expected<std::vector<uint8_t>> ckpt::data::inflateRaw(ArrayRef<uint8_t> data,
                                                      uint64_t size) {
  Expected<std::vector<uint8_t>> out = inflateAll(data, size, -MAX_WBITS);
  if (out && out->size() != size)
    return llvm::createStringError("inflates to %llu instead of %llu bytes",
                                   (unsigned long long)out->size(),
                                   (unsigned long long)size);
  return out;
}

static Error writeAll(int file, const std::string &path,
                      ArrayRef<ArrayRef<uint8_t>> pieces) {
  for (ArrayRef<uint8_t> piece : pieces) {
    while (!piece.empty()) {
      ssize_t written = write(file, piece.data(), piece.size());
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return systemError(path, "cannot write");
      piece = piece.drop_front(static_cast<size_t>(written));
    }
  }
  // A pipe or a device cannot be synced, which is no failure.
  if (fsync(file) != 0 && errno != EINVAL && errno != EROFS)
    return systemError(path, "cannot write");
  return Error::success();
}

/// Into what is there already: a device, a pipe, or what a link leads to.
static Error writeInPlace(const std::string &path,
                          ArrayRef<ArrayRef<uint8_t>> pieces) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return systemError(path, "cannot open");
  Error error = writeAll(file, path, pieces);
  if (close(file) != 0 && !error)
    error = systemError(path, "cannot write");
  return error;
}

Error ckpt::data::writeFileAtomically(const std::string &path,
                                      ArrayRef<ArrayRef<uint8_t>> pieces) {
  struct stat info;
  if (lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return writeInPlace(path, pieces);
  std::string temporary = path + ".XXXXXX";
  int file = mkstemp(temporary.data());
  if (file < 0)
    return systemError(path, "cannot create");
  Error error = writeAll(file, path, pieces);
  // mkstemp makes files for the owner alone; give what open() would.
  mode_t mask = umask(0);
  umask(mask);
  if (!error && fchmod(file, 0666 & ~mask) != 0)
    error = systemError(path, "cannot write");
  if (close(file) != 0 && !error)
    error = systemError(path, "cannot write");
  if (!error && rename(temporary.c_str(), path.c_str()) != 0)
    error = systemError(path, "cannot replace");
  if (error) {
    unlink(temporary.c_str());
    return error;
  }
  // The rename itself must survive a crash too; not every file system can
  // sync a folder, so a failure here is none of the file.
  size_t slash = path.rfind('/');
  std::string folder =
      slash == std::string::npos ? "." : path.substr(0, slash + 1);
  int directory = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    fsync(directory);
    close(directory);
  }
  return Error::success();
}
