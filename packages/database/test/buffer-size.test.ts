import { bufferMegabytes } from '../src/embedded/postmaster.js';

const GIGABYTE = 1024 ** 3;

describe('The buffers of the embedded PostgreSQL', () => {
  it.each([
    [0.5, 128],
    [1, 128],
    [2, 256],
    [4, 512],
    [8, 1024],
    [64, 1024],
  ])('of a machine with %d GB are %d MB', (gigabytes, megabytes) => {
    expect(bufferMegabytes(gigabytes * GIGABYTE)).toBe(megabytes);
  });
});
