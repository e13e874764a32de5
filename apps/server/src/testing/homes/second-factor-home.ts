import { profileSchema } from '@senca/contract'
import { recoveryCodesSchema, totpStartSchema, webAuthnOptionsSchema } from '@senca/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod/mini'
import { createSoftwareAuthenticator } from '../doubles/software-authenticator.ts'
import type { TestApp } from '../test-app.ts'
import { type Answer, GOOD_PASSWORD, type TestClient } from '../test-client.ts'

const PREFIX = '/auth/account/second-factor'
const STEP_MS = 30_000

/** The origin of a test app's pages in a browser. */
export const originOf = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost')

/** The code of an authenticator app, `steps` of 30 s from now. */
export const codeOf = (secret: string, { clock }: Pick<TestApp, 'clock'>, steps = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    timestamp: clock.now().getTime() + steps * STEP_MS,
  })

/** Sets whether the owner has confirmed the address. */
export async function setConfirmed(app: Pick<TestApp, 'database'>, client: TestClient, isConfirmed = true) {
  const { email } = profileSchema.parse(await client.ok(client.call('GET', '/auth/account/whoami')))
  await app.database.pool.query('update accounts set is_confirmed = $2 where email = $1', [
    email,
    isConfirmed,
  ])
}

/** Confirms the account of a signed-in client, sets up an authenticator app and advances past the time step that was used. */
export async function addTotp(app: TestApp, client: TestClient, password = GOOD_PASSWORD) {
  await setConfirmed(app, client)
  return setUpTotp(app, client, password)
}

/** Sets up an authenticator app for a confirmed account, and advances past the time step that was used. */
export async function setUpTotp(app: Pick<TestApp, 'clock'>, client: TestClient, password = GOOD_PASSWORD) {
  const started = await client.ok(client.call('POST', `${PREFIX}/totp/start`, { json: { password } }))
  const { secret, uri } = totpStartSchema.parse(started)
  const json = { code: codeOf(secret, app) }
  const { recoveryCodes } = recoveryCodesSchema.parse(
    await client.ok(client.call('POST', `${PREFIX}/totp/confirm`, { json })),
  )
  app.clock.advance(STEP_MS)
  return { secret, uri, recoveryCodes, confirmedWith: json.code }
}

/** Confirms the account of a signed-in client and adds a passkey of a software authenticator. */
export async function addPasskey(app: TestApp, client: TestClient, name = 'Key') {
  await setConfirmed(app, client)
  const authenticator = createSoftwareAuthenticator()
  const options = webAuthnOptionsSchema.parse(
    await client.ok(client.call('POST', `${PREFIX}/passkey/start`, { json: { password: GOOD_PASSWORD } })),
  )
  const credential = authenticator.create({ challenge: options.challenge, origin: originOf(app) })
  const { recoveryCodes } = recoveryCodesSchema.parse(
    await client.ok(client.call('POST', `${PREFIX}/passkey/add`, { json: { name, credential } })),
  )
  return { authenticator, recoveryCodes, options }
}

/** The state in an answer that requires the second step. */
export const stateOf = ({ status, body }: Answer): string => {
  const { state } = z.parse(
    z.looseObject({ error: z.literal('second_factor_required'), state: z.string() }),
    body,
  )
  if (status !== 401) throw new Error(`expected 401, got ${status}`)
  return state
}
