import {
  abortRequestSchema,
  commandResultsSchema,
  errorBodySchema,
  moveRequestSchema,
  pageOrderHeadersSchema,
} from '@senca/contract'
import { testMoveRequestSchema, testMoveResultSchema } from '@senca/contract/people'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { CommandService } from './commands.service.ts'
import type { TestMoves } from './test-moves.ts'
import type { FromPage, PageOrder } from './tracked-command.ts'

/** The description of `askedAt` for outside clients. */
export const ASKED_AT =
  'askedAt is when the person asked, by the clock of the server (its Date header). An unlock that is more than 10 s away from it is answered with device_request_timeout and not carried out; other commands ignore it. If absent, the time counts from the arrival of the call.'

const UNCONFIRMED =
  'A result with status unconfirmed was sent to hardware of others, and nothing says whether it was carried out; it may still happen.'

interface CommandRoutesOptions {
  commands: CommandService
  testMoves: TestMoves
}

/** The place of a command among those of its page, as its header says; null without one. */
export function pageOrderOf(headers: z.infer<typeof pageOrderHeadersSchema>): PageOrder | null {
  const [page, number] = headers['x-page-order']?.split('/') ?? []
  return page === undefined ? null : { page, number: Number(number) }
}

/** A command of a page, whose answer may not reach it. */
export function pageOf(
  { headers }: { headers: z.infer<typeof pageOrderHeadersSchema> },
  { raw }: FastifyReply,
): FromPage {
  const isDelivered = new Promise<boolean>((resolve) => {
    raw.once('finish', () => resolve(true)).once('close', () => resolve(raw.writableFinished))
  })
  return { order: pageOrderOf(headers), isDelivered }
}

export const commandRoutes: FastifyPluginAsyncZod<CommandRoutesOptions> = async (
  app,
  { commands, testMoves },
) => {
  app.post(
    '/auth/api/v1/device/move',
    {
      config: { access: 'api-token', scope: 'devices:command', isQueued: false },
      schema: {
        summary: 'Send each device a command; with wait answers when each is at rest',
        headers: pageOrderHeadersSchema,
        description: `${ASKED_AT} ${UNCONFIRMED}`,
        body: moveRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request, reply) => {
      const { commands: requests, wait = false, pin, proof, askedAt } = request.body
      let retryAfter = 0
      const mustWait = (seconds: number) => {
        retryAfter = Math.max(retryAfter, Math.ceil(seconds))
        reply.header('retry-after', retryAfter)
      }
      const shown = { pin, proof, host: request.host, mustWait }
      return commands.move(callActorOf(request), requests, {
        isAwaited: wait,
        shown,
        ...(askedAt === undefined ? {} : { askedAt: new Date(askedAt) }),
        ...pageOf(request, reply),
      })
    },
  )

  app.post(
    '/auth/api/v1/device/abort',
    {
      config: { access: 'api-token', scope: 'devices:command', isQueued: false },
      schema: {
        summary: 'Stop devices where they are',
        headers: pageOrderHeadersSchema,
        body: abortRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request, reply) => commands.abort(callActorOf(request), request.body.commands, pageOf(request, reply)),
  )

  app.post(
    '/auth/api/v1/device/test-move',
    {
      config: { access: 'api-token', namesFaults: true, isQueued: false },
      schema: {
        summary: 'Move a shade for a given time, then stop it; answers when it is at rest',
        body: testMoveRequestSchema,
        response: { 200: testMoveResultSchema, 504: errorBodySchema },
      },
    },
    async (request) => {
      const { token, direction, ms } = request.body
      const isConfirmed = await testMoves.testMove(actorOf(request), token, { direction, ms })
      return isConfirmed ? {} : { status: 'unconfirmed' as const }
    },
  )
}
