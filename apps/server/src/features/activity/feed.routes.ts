import { Readable } from 'node:stream'
import {
  activityExportQuerySchema,
  activityListQuerySchema,
  activityListSchema,
} from '@senca/contract/activity'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { csvHeader, csvRows } from './activity-csv.ts'
import type { ActivityFeed } from './activity-feed.ts'

interface FeedRoutesOptions {
  feed: ActivityFeed
  clock: Clock
}

export const feedRoutes: FastifyPluginAsyncZod<FeedRoutesOptions> = async (app, { feed, clock }) => {
  app.get(
    '/auth/api/v1/activity/list',
    {
      config: { access: 'api-token', scope: 'activity:read' },
      schema: {
        summary: 'List the activity of a device or of the whole home, newest first, 50 at a time',
        description:
          'A connected app sees its devices alone. Without access:read, people are “a person” to it, and links and apps “a link”.',
        querystring: activityListQuerySchema,
        response: { 200: activityListSchema },
      },
    },
    (request) => feed.list(callActorOf(request), request.query),
  )

  app.get(
    '/auth/api/v1/activity/export',
    {
      config: { access: 'api-token' },
      schema: {
        summary: 'Export the whole activity as text/csv (RFC 4180)',
        querystring: activityExportQuerySchema,
        response: { 200: z.unknown() },
      },
    },
    async (request, reply) => {
      const pages = await feed.pages(actorOf(request), request.query.devicetoken)
      const lines = async function* () {
        yield csvHeader()
        for await (const entries of pages) yield csvRows(entries)
      }
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="senca-activity-${day}.csv"`)
        .send(Readable.from(lines()))
    },
  )
}
