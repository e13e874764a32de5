import { expect, it } from 'vitest'
import { readPageConfig } from './page-config.ts'

it('reads what the server wrote, does without it, and refuses what it cannot read', () => {
  const config = {
    authServer: '/auth',
    websocketHost: 'live.example:444',
    googleClientId: null,
    appleClientId: null,
    appleRedirectUri: null,
    supportUrl: 'https://help.example',
    demo: { email: 'demo@example.com', password: 'known to all' },
  }
  expect(readPageConfig(JSON.stringify(config))).toEqual(config)
  expect(readPageConfig(null)).toMatchObject({ authServer: '/auth', websocketHost: null, demo: null })
  expect(() => readPageConfig('<!--page-config-->')).toThrow()
})
