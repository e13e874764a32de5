import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file name of the operator's public key, next to the files of a simulated home. */
const TRUSTED_KEY_FILE = 'firmware-key.pub.pem'

/**
 * Returns a function that reads the key that verifies firmware. It reads the named file, else the file next to the home file,
 * else the file in the firmware folder. It reads on demand, because the file may be created later.
 */
export function trustedKeyOf(named: string | null, homePath: string | null): () => string | null {
  const { FIRMWARE_DIR } = process.env
  const places =
    named === null
      ? [homePath === null ? null : dirname(homePath), FIRMWARE_DIR ?? null].flatMap((folder) =>
          folder === null || folder === '' ? [] : [join(folder, TRUSTED_KEY_FILE)],
        )
      : [named]
  return () => {
    for (const place of places) {
      try {
        return readFileSync(place, 'utf8')
      } catch {
        // Tries the next file.
      }
    }
    return null
  }
}
