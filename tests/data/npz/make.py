"""Writes the .npz and compressed test files of tests/npz into the folder of this script: python3 make.py. NumPy and
zlib write these files, and hlorank must be able to read them."""
import gzip
import io
import os
import random
import zlib

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))


def contents():
    seeded = random.Random(7)
    yield "empty", b""
    yield "one", b"a"
    yield "run", b"a" * 1000
    yield "text", b"".join(b"%%add.%d = f32[8,128]{1,0} add(%%p.%d, %%p.%d)\n" % (i, i % 7, i % 5) for i in range(120))
    yield "noise", bytes(seeded.randrange(256) for _ in range(700))
    yield "skewed", bytes(min(int(seeded.expovariate(0.15)), 255) for _ in range(6000))
    yield "far", (block := bytes(seeded.randrange(4) for _ in range(500))) + b"\0" * 31900 + block


def streams():
    strategies = {"default": zlib.Z_DEFAULT_STRATEGY, "huffman": zlib.Z_HUFFMAN_ONLY, "rle": zlib.Z_RLE, "fixed": zlib.Z_FIXED}
    for name, data in contents():
        for strategy, code in strategies.items():
            packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, code)
            yield f"{name}_{strategy}", data, packer.compress(data) + packer.flush()
        packer = zlib.compressobj(0, zlib.DEFLATED, -15)
        if len(data) < 10000:
            yield f"{name}_stored", data, packer.compress(data) + packer.flush()
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        half = len(data) // 2
        flushed = packer.compress(data[:half]) + packer.flush(zlib.Z_FULL_FLUSH)
        yield f"{name}_flushed", data, flushed + packer.compress(data[half:]) + packer.flush()


with open(f"{here}/streams.tsv", "w") as table:
    for name, data, stream in streams():
        table.write(f"{name}\t{len(data)}\t{zlib.crc32(data):08x}\t{stream.hex()}\n")

with open(f"{here}/members.gz", "wb") as file:
    named = io.BytesIO()
    with gzip.GzipFile("program.hlo", "wb", fileobj=named, mtime=0) as member:
        member.write(b"HloModule a\n")
    file.write(named.getvalue() + gzip.compress(b"ENTRY b\n", mtime=0) + gzip.compress(b"", mtime=0) + b"\0" * 5)

arrays = {
    "scalar": np.float32(2.5),
    "bool": np.array([True, False, True]),
    "i1": np.array([-128, 127], np.int8),
    "u1": np.array([0, 255], np.uint8),
    "i2": np.array([[-32768, 32767]], np.int16),
    "u4": np.array([4294967295], np.uint32),
    "i8": np.array([-(2**63), 2**63 - 1]),
    "u8": np.array([2**63], np.uint64),
    "f2": np.array([1.5, -0.0, 6.1e-5, 5.9604645e-08, 65504, np.inf], np.float16),
    "f4": np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 8,
    "f8": np.array([0.1, -1e300]),
    "strings": np.array(["", "h2", "größe", "日本", "🙂"]),
    "bytes": np.array([b"abc", b"a", b""]),
    "none": np.zeros((0, 3), np.float32),
}
np.savez(f"{here}/arrays.npz", **arrays)
np.savez_compressed(f"{here}/compressed.npz", **arrays)
np.savez(f"{here}/empty.npz")
np.savez(f"{here}/fortran.npz", x=np.asfortranarray(np.arange(24, dtype=np.int32).reshape(2, 3, 4)))
np.savez(f"{here}/big_endian.npz", x=np.arange(3, dtype=">i4"))
np.savez(f"{here}/pickled.npz", x=np.array([{}, None], dtype=object))
np.savez(f"{here}/structured.npz", x=np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")]))
np.savez(f"{here}/complex.npz", x=np.zeros(2, dtype=np.complex64))
