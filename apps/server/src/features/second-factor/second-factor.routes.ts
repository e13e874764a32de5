import {
  passkeyAddRequestSchema,
  passkeyRemoveRequestSchema,
  proofSchema,
  recoveryCodesSchema,
  secondFactorStatusSchema,
  totpConfirmRequestSchema,
  totpStartSchema,
  webAuthnOptionsSchema,
} from '@senca/contract/second-factor'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { RecordSecurityEvent } from '#features/sessions/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { SecondFactorService } from './second-factor.service.ts'

interface SecondFactorRoutesOptions {
  secondFactor: SecondFactorService
  record: RecordSecurityEvent
}

const PREFIX = '/auth/account/second-factor'
const config = { access: 'session' } as const
const nothing = { 200: z.object({}) }
const codes = { 200: recoveryCodesSchema }

const proofOf = (request: FastifyRequest<{ Body: { password: string } }>) => ({
  password: request.body.password,
  caller: callerOf(request),
})

/** The routes with which people manage their second factors. */
export const secondFactorRoutes: FastifyPluginAsyncZod<SecondFactorRoutesOptions> = async (
  app,
  { secondFactor, record },
) => {
  app.get(
    PREFIX,
    {
      config,
      schema: {
        summary: 'List the second factors of the account',
        response: { 200: secondFactorStatusSchema },
      },
    },
    (request) => secondFactor.status(actorOf(request)),
  )

  app.post(
    `${PREFIX}/totp/start`,
    {
      config,
      schema: {
        summary: 'Create a secret for an authenticator app',
        body: proofSchema,
        response: { 200: totpStartSchema },
      },
    },
    (request) => secondFactor.startTotp(actorOf(request), proofOf(request)),
  )

  app.post(
    `${PREFIX}/totp/confirm`,
    {
      config,
      schema: {
        summary: 'Confirm the authenticator app; answers recovery codes with the first second factor',
        body: totpConfirmRequestSchema,
        response: codes,
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const recoveryCodes = await secondFactor.confirmTotp(actor, request.body.code)
      await record(request, { accountId: actor.accountId, kind: 'second_factor_added', detail: 'totp' })
      return { recoveryCodes }
    },
  )

  app.post(
    `${PREFIX}/totp/remove`,
    { config, schema: { summary: 'Remove the authenticator app', body: proofSchema, response: nothing } },
    async (request) => {
      const actor = actorOf(request)
      const wasThere = await secondFactor.removeTotp(actor, proofOf(request))
      const event = { accountId: actor.accountId, kind: 'second_factor_removed', detail: 'totp' } as const
      if (wasThere) await record(request, event)
      return {}
    },
  )

  app.post(
    `${PREFIX}/passkey/start`,
    {
      config,
      schema: {
        summary: 'Get options for creating a passkey',
        body: proofSchema,
        response: { 200: webAuthnOptionsSchema },
      },
    },
    async (request) => ({ ...(await secondFactor.startPasskey(actorOf(request), proofOf(request))) }),
  )

  app.post(
    `${PREFIX}/passkey/add`,
    {
      config,
      schema: {
        summary: 'Save a passkey; answers recovery codes with the first second factor',
        body: passkeyAddRequestSchema,
        response: codes,
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { name, credential } = request.body
      const recoveryCodes = await secondFactor.addPasskey(actor, credential, name.trim(), request.host)
      await record(request, { accountId: actor.accountId, kind: 'second_factor_added', detail: 'passkey' })
      return { recoveryCodes }
    },
  )

  app.post(
    `${PREFIX}/passkey/remove`,
    {
      config,
      schema: { summary: 'Remove a passkey', body: passkeyRemoveRequestSchema, response: nothing },
    },
    async (request) => {
      const actor = actorOf(request)
      await secondFactor.removePasskey(actor, request.body.id, proofOf(request))
      await record(request, { accountId: actor.accountId, kind: 'second_factor_removed', detail: 'passkey' })
      return {}
    },
  )

  app.post(
    `${PREFIX}/recovery/renew`,
    {
      config,
      schema: { summary: 'Replace the recovery codes by ten new ones', body: proofSchema, response: codes },
    },
    async (request) => {
      const actor = actorOf(request)
      const recoveryCodes = await secondFactor.renewRecoveryCodes(actor, proofOf(request))
      await record(request, { accountId: actor.accountId, kind: 'recovery_codes_renewed', detail: null })
      return { recoveryCodes }
    },
  )
}
