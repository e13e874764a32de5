import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

/** CBOR, RFC 8949 §3: integers, texts, bytes and maps, which is all that passkeys need. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, count: number): Buffer {
  const kind = major << 5
  if (count < 24) return Buffer.from([kind | count])
  if (count < 256) return Buffer.from([kind | 24, count])
  return Buffer.from([kind | 25, count >> 8, count & 255])
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const NEW_CREDENTIAL = 0x40

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

interface Scene {
  challenge: string
  origin: string
  rpId?: string
  /** False for a key that is only touched. */
  isUserVerified?: boolean
  /** The signature counter to report. */
  counter?: number
  /** The account for which the passkey was made, as a browser says of a passkey that it offers itself. */
  accountId?: string
}

/** A passkey in software: ES256, no attestation, WebAuthn Level 3 §6. */
export function createSoftwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Scene) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = ({ rpId = 'localhost', counter: claimed }: Scene, flags: number) => {
    counter = claimed ?? counter + 1
    const uses = Buffer.alloc(4)
    uses.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uses])
  }

  const credentialOf = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),
    /** The result of `navigator.credentials.create`. */
    create(scene: Scene) {
      const coseKey = encodeCbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const idLength = Buffer.from([id.length >> 8, id.length & 255])
      const authData = Buffer.concat([
        authenticatorData(scene, USER_PRESENT | USER_VERIFIED | NEW_CREDENTIAL),
        Buffer.alloc(16),
        idLength,
        id,
        coseKey,
      ])
      const attestation = encodeCbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return credentialOf({
        clientDataJSON: clientData('webauthn.create', scene).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The result of `navigator.credentials.get`. */
    get(scene: Scene) {
      const authData = authenticatorData(
        scene,
        scene.isUserVerified === false ? USER_PRESENT : USER_PRESENT | USER_VERIFIED,
      )
      const client = clientData('webauthn.get', scene)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return credentialOf({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(scene.accountId === undefined
          ? {}
          : { userHandle: Buffer.from(scene.accountId).toString('base64url') }),
      })
    },
  }
}
