import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagePaths } from './worker-files.ts'

describe('the pages that the service worker answers', () => {
  it('are the paths of a table of routes, of which one may end with any text [PK10]', () => {
    const source = `screen('/home', () => import('#screens/home.tsx')), { '/guides/:guide': 'Guide' }, import('./area.tsx')`
    expect(pagePaths(source)).toEqual(['/guides/:', '/home'])
  })

  it('are those of the app, and none of guests [PK3]', () => {
    const paths = pagePaths(readFileSync(join(import.meta.dirname, '../src/app/routes.tsx'), 'utf8'))
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/home', '/links/new', '/guides/:', '/doordeviceinfopage']),
    )
    expect(paths.filter((path) => path.startsWith('/device-link'))).toEqual([])
  })
})
