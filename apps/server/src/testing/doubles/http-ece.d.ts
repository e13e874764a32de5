/** The reference implementation of encrypted content encoding, RFC 8188, which brings no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  export function decrypt(
    body: Buffer,
    params: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
  export function encrypt(
    text: Buffer,
    params: { version: 'aes128gcm'; privateKey: ECDH; dh: Buffer; salt: string; authSecret: string },
  ): Buffer
}
