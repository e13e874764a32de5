import { expect, it } from 'vitest'
import { browserKind } from './allowing.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

it.each([
  ['Chrome', `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36`, 0, 'chromium'],
  [
    'Edge',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/139.0.0.0 Safari/537.36 Edg/139.0',
    0,
    'chromium',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 0, 'firefox'],
  [
    'Safari on a Mac',
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    0,
    'safari',
  ],
  ['an iPad', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 5, 'apple'],
  ['Chrome on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/139.0', 5, 'apple'],
])('%s has its own way to allow notifications', (_, userAgent, maxTouchPoints, kind) => {
  expect(browserKind({ userAgent, maxTouchPoints })).toBe(kind)
})
