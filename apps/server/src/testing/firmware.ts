import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeviceType } from '@senca/contract'
import { imageHeader } from '@senca/simulator'

interface Publication {
  version?: string | number
  /** Overrides the correct value. */
  signature?: string
  sha256?: string
  rollout?: object
}

/** An operator's firmware folder with its own signing key. */
export async function createFirmware() {
  const folder = await mkdtemp(join(tmpdir(), 'senca-firmware-'))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    folder,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** Adds a firmware. Returns its bytes. */
    async publish(type: DeviceType, { version = '2.0.0', rollout, ...wrong }: Publication = {}) {
      const image = Buffer.concat([Buffer.from(imageHeader(type, String(version))), Buffer.alloc(20_000, 3)])
      const manifest = {
        version,
        sha256: createHash('sha256').update(image).digest('hex'),
        signature: sign(null, image, privateKey).toString('base64'),
        ...wrong,
        ...(rollout === undefined ? {} : { rollout }),
      }
      await writeFile(join(folder, `${type}.bin`), image)
      await writeFile(join(folder, `${type}.json`), JSON.stringify(manifest))
      return image
    },
    remove: (type: DeviceType) => rm(join(folder, `${type}.json`), { force: true }),
    end: () => rm(folder, { recursive: true, force: true }),
  }
}
