import { createReadStream } from 'node:fs'
import { deviceTypeSchema, errorBodySchema } from '@senca/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ApiError } from '#platform/errors.ts'
import type { FirmwareFolder } from './firmware.ts'
import { rangeOf } from './ranges.ts'

/** The firmware images. Devices have no session and download the images in parts. */
export const firmwareRoutes: FastifyPluginAsyncZod<{ firmware: Pick<FirmwareFolder, 'image'> }> = async (
  app,
  { firmware },
) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/firmware/:name',
    config: { access: 'public' },
    schema: {
      // Used by devices and not part of the documented API.
      hide: true,
      params: z.object({ name: z.string() }),
      response: {
        200: z.unknown(),
        206: z.unknown(),
        404: errorBodySchema,
        416: z.unknown(),
      },
    },
    async handler(request, reply) {
      const [, name] = /^([a-z_]+)\.bin$/.exec(request.params.name) ?? []
      const type = deviceTypeSchema.safeParse(name)
      const image = type.success ? await firmware.image(type.data) : null
      if (image === null) throw new ApiError('resource_not_found')
      const { path, size, mtimeMs } = image
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
      const condition = request.headers['if-range']
      const range =
        condition === undefined || condition === etag ? rangeOf(request.headers.range, size) : null
      reply
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'no-cache')
        .header('etag', etag)
        .type('application/octet-stream')
      if (range === 'unsatisfiable') {
        // Devices need no body; the header contains the length of the file.
        return reply.status(416).header('content-range', `bytes */${size}`).send(null)
      }
      const { start, end } = range ?? { start: 0, end: size - 1 }
      if (range !== null) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
      reply.header('content-length', end - start + 1)
      if (request.method === 'HEAD' || size === 0) return reply.send(null)
      return reply.send(createReadStream(path, { start, end }))
    },
  })
}
