import { expect, it } from 'vitest'
import { plainPath } from './page-path.ts'

it.each([
  ['/', '/'],
  ['/home', '/home'],
  ['/sessions/', '/sessions'],
  ['/Links/New', '/links/new'],
  ['/DeviceFavouritePage//', '/devicefavouritepage'],
])('the path %s is that of the page %s', (path, page) => expect(plainPath(path)).toBe(page))
