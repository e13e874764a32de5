import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built gallery on its own free port. */
export type Gallery = { readonly url: string; readonly stop: () => void }

const SCRIPT = fileURLToPath(new URL('../../scripts/gallery.mjs', import.meta.url))

/** Serves the gallery, which is built again if its sources have changed. Rejects if the build fails. */
export async function startGallery(): Promise<Gallery> {
  const child = spawn(process.execPath, [SCRIPT, '--built'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (bytes) => {
      printed += bytes
      const address = /^http\S+$/m.exec(printed)
      if (address !== null) resolve(address[0])
    })
    child.once('exit', () => reject(new Error('The gallery could not be built: see the lines above.')))
  })
  return { url, stop: () => child.kill() }
}
