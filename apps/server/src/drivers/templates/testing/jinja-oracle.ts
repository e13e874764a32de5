import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'

interface Tools {
  findPython(module: string, debianPackage: string): string
}

export interface TemplateRequest {
  template: string
  payload: string
}

const Answer = z.object({ outcome: z.enum(['bad', 'printed', 'raised']), text: z.string() })
export type OracleAnswer = z.infer<typeof Answer>

/** What Jinja2 itself makes of templates. */
export async function askJinja(requests: readonly TemplateRequest[]): Promise<OracleAnswer[]> {
  const tools: Tools = await import(pathToFileURL(join(REPOSITORY_ROOT, 'scripts', 'tools.mjs')).href)
  const python = tools.findPython('jinja2', 'python3-jinja2')
  const program = join(import.meta.dirname, 'jinja-oracle.py')
  const lines = await new Promise<string>((resolve, reject) => {
    const child = execFile(python, [program], { maxBuffer: 256 * 1024 * 1024 }, (error, output) =>
      error === null ? resolve(output) : reject(error),
    )
    child.stdin?.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
  })
  return lines
    .trim()
    .split('\n')
    .map((line) => Answer.parse(JSON.parse(line)))
}
