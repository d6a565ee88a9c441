//===- FormatsTest.cpp - Files of every format, sound and damaged ---------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataTestUtils.h"

#include "ckpt/Data/Formats.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>

using namespace ckpt::data;
using namespace ckpt::data::test;

namespace {

std::vector<uint8_t> idxBytes() {
  return {0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6};
}

std::vector<uint8_t> gzipped(const std::vector<uint8_t> &bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8,
                         Z_DEFAULT_STRATEGY),
            Z_OK);
  std::vector<uint8_t> out(deflateBound(&stream, bytes.size()));
  stream.next_in = const_cast<Bytef *>(bytes.data());
  stream.avail_in = uInt(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = uInt(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::vector<uint8_t> npyBytes(const std::string &dictionary,
                              const std::vector<uint8_t> &elements) {
  std::vector<uint8_t> bytes = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  bytes.push_back(uint8_t(dictionary.size()));
  bytes.push_back(uint8_t(dictionary.size() >> 8));
  bytes.insert(bytes.end(), dictionary.begin(), dictionary.end());
  bytes.insert(bytes.end(), elements.begin(), elements.end());
  return bytes;
}

std::vector<uint8_t> safetensorsBytes(const std::string &header,
                                      size_t elementBytes) {
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 8; ++i)
    bytes.push_back(uint8_t(uint64_t(header.size()) >> (8 * i)));
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.resize(bytes.size() + elementBytes);
  return bytes;
}

bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST(Idx, ReadsPlainAndGzippedFiles) {
  for (const auto &bytes : {idxBytes(), gzipped(idxBytes())}) {
    TemporaryFile file(bytes);
    llvm::Expected<Array> array = readIdx(file.path);
    ASSERT_TRUE(bool(array)) << llvm::toString(array.takeError());
    EXPECT_EQ(array->type, DType::U8);
    EXPECT_EQ(array->shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(array->bytes, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
  }
}

TEST(Idx, TurnsBigEndianNumbersAround) {
  TemporaryFile file({0, 0, 0x0c, 1, 0, 0, 0, 1, 0, 0, 1, 2});
  llvm::Expected<Array> array = readIdx(file.path);
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(valuesOf<int32_t>(*array), std::vector<int32_t>{0x102});
}

TEST(Idx, SaysWhatIsWrong) {
  EXPECT_TRUE(contains(messageOf(readIdx("/nonexistent/file")),
                       "/nonexistent/file: cannot open: No such file"));
  EXPECT_TRUE(contains(messageOf(readIdx("/")), "is not a regular file"));
  std::vector<uint8_t> bytes = idxBytes();
  bytes.pop_back();
  EXPECT_TRUE(contains(messageOf(readIdx(TemporaryFile(bytes).path)),
                       "holds 5 bytes of elements where u8[2x3] needs 6"));
  bytes = gzipped(idxBytes());
  bytes.resize(bytes.size() - 9);
  EXPECT_TRUE(contains(messageOf(readIdx(TemporaryFile(bytes).path)),
                       "compressed data ends early"));
}

TEST(Idx, SurvivesEveryMutation) {
  mutateEverything(idxBytes(), readIdx);
  mutateEverything(gzipped(idxBytes()), readIdx);
}

TEST(Idx, DoesNotOverflowOnHugeDimensions) {
  std::vector<uint8_t> bytes = {0, 0, 8, 4};
  bytes.insert(bytes.end(), 16, 0xff);
  EXPECT_TRUE(contains(messageOf(readIdx(TemporaryFile(bytes).path)),
                       "needs too many"));
}

TEST(Npy, RoundTrips) {
  Array array = makeArray<float>(DType::F32, {2, 2}, {1, 2, 3, 4.5});
  std::vector<uint8_t> bytes = npyHeader(array);
  EXPECT_EQ(bytes.size() % 64, 0u);
  bytes.insert(bytes.end(), array.bytes.begin(), array.bytes.end());
  llvm::Expected<Array> read = parseNpy("a", bytes);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->shape, array.shape);
  EXPECT_EQ(read->bytes, array.bytes);
  mutateEverything(bytes, readNpy);
}

TEST(Npy, ReadsScalarsFortranOrderAndBigEndian) {
  llvm::Expected<Array> scalar = parseNpy(
      "a", npyBytes("{'descr': '|b1', 'fortran_order': False, 'shape': (), }\n",
                    {1}));
  ASSERT_TRUE(bool(scalar));
  EXPECT_TRUE(scalar->shape.empty());
  llvm::Expected<Array> columns = parseNpy(
      "a",
      npyBytes("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n",
               {0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6}));
  ASSERT_TRUE(bool(columns));
  EXPECT_EQ(valuesOf<int16_t>(*columns),
            (std::vector<int16_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, SaysWhatIsWrong) {
  auto message = [](const char *dictionary) {
    return messageOf(parseNpy("a.npy", npyBytes(dictionary, {0, 0, 0, 0})));
  };
  EXPECT_TRUE(contains(
      message("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}"),
      "a.npy: has the unsupported element type '<c8'"));
  EXPECT_TRUE(contains(
      message("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': 1}"),
      "structured"));
  EXPECT_TRUE(contains(
      message("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"),
      "shape entry '-1'"));
  EXPECT_TRUE(contains(message("{'descr': '<f4', 'fortran_order': False, "
                               "'shape': (4294967296, 4294967296, 4)}"),
                       "needs too many"));
}

TEST(Npz, RoundTrips) {
  std::vector<NamedArray> arrays = {
      {"arg0", makeArray<float>(DType::F32, {3}, {1, 2, 3})},
      {"arg1", makeArray<int64_t>(DType::I64, {}, {-7})},
      {"empty", makeArray<float>(DType::F32, {0, 4}, {})}};
  TemporaryFile file;
  ASSERT_FALSE(bool(writeNpz(file.path, arrays)));
  llvm::Expected<std::vector<NamedArray>> read = readNpz(file.path);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  ASSERT_EQ(read->size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*read)[i].name, arrays[i].name);
    EXPECT_EQ((*read)[i].array.shape, arrays[i].array.shape);
    EXPECT_EQ((*read)[i].array.bytes, arrays[i].array.bytes);
  }
  llvm::Expected<std::vector<uint8_t>> bytes = readFile(file.path);
  ASSERT_TRUE(bool(bytes));
  mutateEverything(*bytes, readNpz);
}

TEST(Npz, NoticesChangedElements) {
  TemporaryFile file;
  ASSERT_FALSE(bool(writeNpz(
      file.path, {{{"a", makeArray<float>(DType::F32, {1}, {1.0f})}}})));
  llvm::Expected<std::vector<uint8_t>> bytes = readFile(file.path);
  ASSERT_TRUE(bool(bytes));
  // The element is the last thing before the directory (46 + 5 bytes of name)
  // and the end record (22 bytes).
  (*bytes)[bytes->size() - 22 - 51 - 1] ^= 1;
  file.write(*bytes);
  EXPECT_TRUE(contains(messageOf(readNpz(file.path)), "wrong checksum"));
}

TEST(Safetensors, RoundTripsSortedWithMetadata) {
  std::vector<uint8_t> one(4, 1), two(16, 2);
  TemporaryFile file, again;
  std::vector<TensorView> views = {{"w", DType::F32, {2, 2}, two},
                                   {"b", DType::I32, {}, one}};
  ASSERT_FALSE(bool(writeSafetensors(file.path, views, {{"step", "3"}})));
  std::swap(views[0], views[1]);
  ASSERT_FALSE(bool(writeSafetensors(again.path, views, {{"step", "3"}})));
  llvm::Expected<Safetensors> read = readSafetensors(file.path);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  ASSERT_EQ(read->tensors.size(), 2u);
  EXPECT_EQ(read->tensors[0].name, "b");
  EXPECT_EQ(read->tensors[1].array.bytes, two);
  EXPECT_EQ(read->tensors[1].array.shape, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(read->metadata["step"], "3");
  llvm::Expected<std::vector<uint8_t>> bytes = readFile(file.path);
  llvm::Expected<std::vector<uint8_t>> same = readFile(again.path);
  ASSERT_TRUE(bytes && same);
  EXPECT_EQ(*bytes, *same);
  mutateEverything(*bytes, readSafetensors);
}

TEST(Safetensors, SaysWhatIsWrong) {
  auto message = [](const std::string &header, size_t elementBytes) {
    TemporaryFile file(safetensorsBytes(header, elementBytes));
    return messageOf(readSafetensors(file.path));
  };
  EXPECT_TRUE(contains(
      message(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 4),
      "tensor 'w' lies outside of the file, which may be truncated"));
  EXPECT_TRUE(contains(
      message(R"({"w":{"dtype":"F8","shape":[4],"data_offsets":[0,4]}})", 4),
      "unsupported dtype 'F8'"));
  EXPECT_TRUE(contains(
      message(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4),
      "has 4 bytes where f32[2] needs 8"));
  EXPECT_TRUE(contains(message("{", 0), "has a damaged header"));
  EXPECT_TRUE(
      contains(message(std::string(1 << 20, '['), 0), "no safetensors header"));
}

TEST(File, WriteKeepsLinksAndDevices) {
  TemporaryFile target({1, 2, 3});
  std::string link = target.path + ".link";
  ASSERT_EQ(symlink(target.path.c_str(), link.c_str()), 0);
  EXPECT_FALSE(bool(writeFileAtomically(link, {bytesOf("new")})));
  struct stat info;
  ASSERT_EQ(lstat(link.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  unlink(link.c_str());
  llvm::Expected<std::vector<uint8_t>> bytes = readFile(target.path);
  ASSERT_TRUE(bool(bytes));
  EXPECT_EQ(*bytes, std::vector<uint8_t>({'n', 'e', 'w'}));

  // A pipe that nobody reads from would block, so this one has a reader.
  std::string pipe = target.path + ".pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_FALSE(bool(writeFileAtomically(pipe, {bytesOf("new")})));
  char got[4] = {};
  EXPECT_EQ(read(reader, got, 3), 3);
  EXPECT_STREQ(got, "new");
  close(reader);
  ASSERT_EQ(lstat(pipe.c_str(), &info), 0);
  EXPECT_TRUE(S_ISFIFO(info.st_mode));
  unlink(pipe.c_str());
}

TEST(File, WriteReplacesWholeFilesOrNothing) {
  TemporaryFile file({1, 2, 3});
  ASSERT_FALSE(bool(writeFileAtomically(file.path, {bytesOf("new")})));
  llvm::Expected<std::vector<uint8_t>> bytes = readFile(file.path);
  ASSERT_TRUE(bool(bytes));
  EXPECT_EQ(*bytes, (std::vector<uint8_t>{'n', 'e', 'w'}));
  llvm::Error error = writeFileAtomically("/nonexistent/file", {});
  EXPECT_TRUE(contains(llvm::toString(std::move(error)),
                       "/nonexistent/file: cannot create"));
}

TEST(File, InflatedSizeIsLimited) {
  TemporaryFile file(gzipped(std::vector<uint8_t>(100000, 0)));
  EXPECT_TRUE(contains(messageOf(readMaybeGzipped(file.path, 1000)),
                       "more than 1000 bytes"));
}

} // namespace
