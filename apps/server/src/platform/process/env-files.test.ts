import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './config.ts'

describe('the .env files', () => {
  it('yield to the real environment, and the first of them to the others', () => {
    const [first, second] = [mkdtempSync(join(tmpdir(), 'env-')), mkdtempSync(join(tmpdir(), 'env-'))]
    writeFileSync(join(first, '.env'), 'PORT=1\nHOST="first"\n# LOG_LEVEL=debug\n')
    writeFileSync(join(second, '.env'), 'HOST=second\nDEMO=off\nPORT=2\n')
    const environment = readEnvironment({ PORT: '3' }, [first, second, join(first, 'absent')])
    for (const folder of [first, second]) rmSync(folder, { recursive: true })
    expect(environment).toEqual({ PORT: '3', HOST: 'first', DEMO: 'off' })
  })
})
