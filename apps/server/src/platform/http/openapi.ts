import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { HttpServer } from './server.ts'

const VERSION = '1'

/**
 * Describes every route registered after this call at `GET /auth/openapi.json`. `x-access` is the kind of identity that a call
 * requires, `x-scope` the scope by which a connected app may make it.
 */
export async function describeApi(http: HttpServer) {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Senca',
        version: VERSION,
        description: 'Remote control of motorised shades, doors and lights.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'senca_session' },
          bearer: { type: 'http', scheme: 'bearer' },
          link: { type: 'apiKey', in: 'header', name: 'X-Device-Link-Token' },
        },
      },
    },
    transform(document) {
      const { schema, url } = jsonSchemaTransform(document)
      const { access, scope } = document.route.config ?? {}
      const rules = {
        ...(access === undefined ? {} : { 'x-access': access }),
        ...(scope === undefined ? {} : { 'x-scope': scope }),
      }
      return { schema: { ...schema, ...rules }, url }
    },
  })
  // Made once, because it takes long and anybody may ask for it.
  let description: Buffer | undefined
  http.get(
    '/auth/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) => {
      description ??= Buffer.from(JSON.stringify(http.swagger()))
      return reply.type('application/json').send(description)
    },
  )
}
