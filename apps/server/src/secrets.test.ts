import { unlockChallengeSchema } from '@senca/contract'
import { secondFactorOptionsSchema } from '@senca/contract/second-factor'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { dumpDatabase } from '#testing/database/database-dump.ts'
import { createOpenIdProvider } from '#testing/doubles/openid-provider.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createGuest, deleteLink, makeLink } from '#testing/homes/link-home.ts'
import { addPasskey, addTotp, stateOf } from '#testing/homes/second-factor-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD, newEmail } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

it('no password, token, code, state, device secret or claim code stands in the log or the database', {
  timeout: 120_000,
}, async () => {
  const lines: string[] = []
  const { log: logger } = Fastify({
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  })
  const clock = createFakeClock(new Date())
  const provider = await createOpenIdProvider({ clock })
  const environment = { GOOGLE_CLIENT_ID: 'senca-at-google', GOOGLE_ISSUER: provider.issuer }
  const app = await createTestApp({ logger, isDemo: true, clock, environment })
  const secrets = new Map<string, string>([
    ['the password', GOOD_PASSWORD],
    ['the operator’s token', OPERATOR_TOKEN],
  ])
  const keep = (name: string, secret: string | undefined) => {
    expect(secret?.length, name).toBeGreaterThan(8)
    if (secret !== undefined) secrets.set(name, secret)
  }
  const cookieValue = (cookie: string | undefined) => cookie?.split('=')[1]

  const client = createTestClient(app)
  const email = newEmail()
  await client.register(email)
  keep('the first cookie', cookieValue(client.cookie()))
  await client.call('POST', '/auth/login', { form: { login: email, password: 'mistyped-river-43' } })
  keep('a mistyped password', 'mistyped-river-43')
  await client.logIn(email)
  keep('the cookie', cookieValue(client.cookie()))
  keep('the api token', await client.apiToken())
  const websocketToken = await client.websocketToken()
  keep('the websocket token', websocketToken)
  const socket = await openSignedInSocket(app, websocketToken)

  const { secret, uri, recoveryCodes, confirmedWith } = await addTotp(app, client)
  keep('the secret of an authenticator app', secret)
  keep('its address', uri)
  for (const [index, code] of recoveryCodes.entries()) {
    keep(`recovery code ${index}`, code)
    keep(`recovery code ${index} without its stroke`, code.replace('-', ''))
  }
  const { options, authenticator } = await addPasskey(app, client)
  keep('the challenge of a passkey', options.challenge)
  const halfIn = createTestClient(app)
  const state = stateOf(await halfIn.logIn(email))
  keep('the state of a sign-in', state)
  const asked = await halfIn.call('POST', '/auth/login/second/options', { json: { state } })
  const { passkey } = secondFactorOptionsSchema.parse(asked.body)
  keep('the challenge of a sign-in', passkey?.challenge)
  const shown = authenticator.get({
    challenge: String(passkey?.challenge),
    origin: 'https://elsewhere.example',
  })
  for (const json of [
    { state, code: confirmedWith },
    { state, credential: shown },
    { state, code: recoveryCodes[0] },
  ]) {
    await halfIn.call('POST', '/auth/login/second', { json })
  }
  keep('the cookie after two steps', cookieValue(halfIn.cookie()))

  const asker = createTestClient(app)
  const { nonce } = z.parse(
    z.object({ nonce: z.string() }),
    await asker.ok(asker.call('GET', '/auth/login/nonce')),
  )
  keep('a nonce', nonce)
  keep('the cookie of a nonce', asker.cookieHeader().split('=')[1])
  const claims = { sub: 'subject-of-google', aud: 'senca-at-google', email: newEmail(), email_verified: true }
  for (const idtoken of [await provider.sign({ ...claims, nonce }), await provider.sign(claims)]) {
    keep('an id token', idtoken)
    for (const part of idtoken.split('.').slice(1)) keep(`a part of an id token: ${part.slice(0, 9)}`, part)
    await asker.ok(asker.call('POST', '/auth/login', { form: { idtoken } }))
    await asker.call('POST', '/auth/login', { form: { idtoken } })
  }

  const home = await moveIn(app, client, 'home_door', {
    state: { motorLockConnected: true, motorLockLocked: true },
  })
  keep('the device secret', home.secret)
  keep('the claim code', home.claimCode)
  keep('the claim code without its strokes', home.claimCode.replaceAll('-', ''))
  const commands = [{ token: home.id, command: 'unlock', lockType: 'motor' }]
  await client.move([...commands])
  for (const pin of ['90817263', '90817264']) {
    secrets.set(`the PIN ${pin}`, pin)
    const json = { token: home.id, unlockBy: 'pin', pin: '90817263', password: GOOD_PASSWORD }
    await client.ok(client.api('POST', '/auth/api/v1/device/unlock-guard', { json }))
    await client.api('POST', '/auth/api/v1/device/move', { json: { commands, pin } })
  }
  const asking = await client.api('POST', '/auth/api/v1/device/unlock-challenge', {
    json: { token: home.id },
  })
  const unlocking = unlockChallengeSchema.parse(asking.body)
  keep('the challenge of an unlocking', unlocking.passkey.challenge)
  keep('the state of an unlocking', unlocking.state)
  const proof = {
    state: unlocking.state,
    credential: authenticator.get({
      challenge: unlocking.passkey.challenge,
      origin: 'https://elsewhere.example',
    }),
  }
  await client.api('POST', '/auth/api/v1/device/move', { json: { commands, proof } })
  await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  const link = await makeLink(app, client, [home.id], { pin: '81726354', password: GOOD_PASSWORD })
  keep('the token of a link', link.token)
  secrets.set('the PIN of a link', '81726354')
  secrets.set('a wrong PIN of a link', '81726355')
  for (const pin of ['81726355', '81726354']) await createGuest(app, link.token, pin).ask('devices')
  await createGuest(app, link.token, '81726354').act([home.id], { command: 'fly' })
  const guestToken = await createGuest(app, link.token, '81726354').goodWebsocketToken()
  keep('the websocket token of a link', guestToken)
  ;(await openSignedInSocket(app, guestToken)).end()
  const byQuery = `?token=${link.token}&deviceLinkToken=${link.token}`
  await client.call('POST', `/auth/api/v1/device-link/info${byQuery}`, { json: { deviceLinkToken: 7 } })
  await client.call('GET', `/device-link${byQuery}`)
  await deleteLink(client, link.token)
  await createGuest(app, link.token).ask('info')
  const [free] = await client.provision('light')
  keep('a secret of a device that is not claimed', free?.secret)
  keep('a claim code that is not used', free?.claimCode)
  keep('a wrong device secret', 'not-the-secret-of-it')
  await expect(
    connectFakeDevice({ mqtt: app.mqtt, id: home.id, secret: 'not-the-secret-of-it', type: 'light' }),
  ).rejects.toThrow()
  await client.call('POST', `/auth/login?token=${websocketToken}`, {
    raw: { type: 'text/plain', body: GOOD_PASSWORD },
  })
  await client.call('GET', `/auth/nowhere/${websocketToken}`)
  await client.api('POST', '/auth/api/v1/device/claim', { json: { claimCode: free?.claimCode, name: '' } })
  home.device.publish('state', { totalRestarts: home.secret })
  await client.delete(home.id)
  await client.call('POST', '/auth/logout')
  provider.breakWith(() => ({ status: 503, body: '' }))
  clock.advance(3_600_000)
  const unread = await provider.sign(claims)
  keep('an id token that could not be checked', unread)
  await asker.call('POST', '/auth/login', { form: { idtoken: unread } })
  await vi.waitFor(() => expect(socket.ws.readyState).toBe(socket.ws.CLOSED))
  await home.device.end()

  const dump = await dumpDatabase(app.database)
  expect(dump).toContain(email)
  expect(dump).toContain(home.id)
  expect(lines.length).toBeGreaterThan(10)
  const text = lines.join('')
  for (const [name, secret] of secrets) {
    expect(text.includes(secret), `${name} in the log`).toBe(false)
    expect(dump.includes(secret), `${name} in the database`).toBe(false)
  }
  await app.close()
  await provider.close()
})
