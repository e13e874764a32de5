import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name of the operator's public key beside what a simulated home is made of. */
export const TRUSTED_KEY_FILE = 'firmware-key.pub.pem'

/**
 * The key that firmware must be signed with, as it would be burnt into a controller: of a file that is named, else the one
 * beside the home's file, else the one in the folder of the firmware. Read when it is needed: it may be made later.
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
        // The next place may have one.
      }
    }
    return null
  }
}
