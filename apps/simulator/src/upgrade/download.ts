const TIMEOUT_MS = 10_000

/** A part of a file, and the size of the whole file. */
export interface Part {
  bytes: Uint8Array
  total: number
}

/** Downloads `size` bytes of a file, starting at `from`. Rejects if that fails. */
export type Download = (url: string, from: number, size: number) => Promise<Part>

/** Downloads by HTTP with a `Range` header, so that only a lost part must be requested again. */
export const downloadByHttp: Download = async (url, from, size) => {
  const { protocol } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`${protocol} is not for firmware`)
  const answer = await fetch(url, {
    headers: { range: `bytes=${from}-${from + size - 1}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? []
  if (answer.status !== 206 || total === undefined) {
    await answer.body?.cancel()
    throw new Error(`the server answered ${answer.status}`)
  }
  return { bytes: new Uint8Array(await answer.arrayBuffer()), total: Number(total) }
}
