import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoHome, demoHomeSchema } from '@senca/contract'

const FILE_NAME = 'demo-home.json'
const OWNER_ONLY = 0o600

/** The file with the credentials of the demo home's hardware. It is the only place where they are stored in plain text. */
export function createDemoFile(dataDir: string) {
  const path = join(dataDir, FILE_NAME)
  return {
    path,
    /** Null if there is no readable file. */
    async read(): Promise<DemoHome | null> {
      const text = await readFile(path, 'utf8').catch(() => null)
      if (text === null) return null
      try {
        const home = demoHomeSchema.safeParse(JSON.parse(text))
        return home.success ? home.data : null
      } catch {
        return null
      }
    },
    /** Replaces the file atomically, so that nobody reads an incomplete one. */
    async write(home: DemoHome): Promise<void> {
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, `${JSON.stringify(home, null, 2)}\n`, { mode: OWNER_ONLY })
      await rename(draft, path)
    },
  }
}

export type DemoFile = ReturnType<typeof createDemoFile>
