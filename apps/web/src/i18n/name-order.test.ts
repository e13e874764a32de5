import { expect, it } from 'vitest'
import { formatTag } from './format-tag.ts'
import { compareNames, orderNamesIn } from './name-order.ts'

it.each([
  ['en', ['Čaj', 'Cesta', 'Window 9', 'Window 10']],
  ['sl', ['Cesta', 'Cvet', 'Čaj', 'Soba', 'Šola', 'Zid', 'Žar']],
  ['hr', ['Cesta', 'Cvijet', 'Čaj', 'Dvor', 'Đak', 'Luka', 'Ljubav', 'Soba', 'Šator']],
  ['bs', ['Cesta', 'Cvijet', 'Čaj', 'Dvor', 'Đak', 'Luka', 'Ljubav', 'Soba', 'Šator']],
  ['rs_latn', ['Cesta', 'Cvet', 'Čaj', 'Dvor', 'Đak', 'Luka', 'Ljubav', 'Soba', 'Šator']],
  ['rs_cyrl', ['Двор', 'Ђак', 'Жар', 'Лука', 'Љубав', 'Цеста', 'Чај', 'Шатор']],
  ['de', ['Ärmel', 'Arzt', 'Öse', 'Otto']],
  ['it', ['Caffè 2', 'Caffè 10', 'Cantina', 'Città']],
] as const)('names are in the order of %s', (language, names) => {
  orderNamesIn(formatTag(language, []))
  expect(names.toReversed().sort(compareNames)).toEqual(names)
  orderNamesIn('en')
})
