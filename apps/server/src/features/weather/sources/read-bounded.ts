import { WeatherSourceError } from './weather-source.ts'

/** The text of a response, with at most this many bytes. Rejects with `WeatherSourceError` if it is longer. */
export const readBounded = async (response: Response, maxBytes: number): Promise<string> =>
  (await readBoundedBytes(response, maxBytes)).toString('utf8')

/** The same as bytes. */
export async function readBoundedBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new WeatherSourceError(`sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
