import { BRIDGE_SCOPES } from '@senca/contract/bridges'
import * as z from 'zod/mini'
import type { CallScope } from '#features/rights/index.ts'
import { ACCESS } from '#features/rights/index.ts'
import type { HttpServer } from '#platform/http/server.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

const objectSchema = z.looseObject({
  properties: z.optional(z.record(z.string(), z.looseObject({ type: z.optional(z.unknown()) }))),
})
const bodySchema = z.looseObject({
  ...objectSchema.shape,
  anyOf: z.optional(z.array(objectSchema)),
})
const nodeSchema = z.looseObject({
  type: z.optional(z.unknown()),
  additionalProperties: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  items: z.optional(z.unknown()),
})
const operationSchema = z.looseObject({
  'x-access': z.enum(ACCESS),
  'x-scope': z.optional(z.enum([...BRIDGE_SCOPES, 'matter:node'])),
  parameters: z.optional(z.array(z.looseObject({ name: z.string(), in: z.string() }))),
  requestBody: z.optional(
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: bodySchema })) }),
  ),
})
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

export interface ApiCall {
  /** `POST /auth/login` */
  name: string
  method: string
  path: string
  access: (typeof ACCESS)[number]
  /** The scope by which a bridge may make it; null if none may. */
  scope: CallScope | null
  queryKeys: string[]
  /** The fields of its body; null if it has no body. */
  bodyKeys: string[] | null
  isForm: boolean
  /** The places in its body that accept unlisted keys: `limits`, `commands.[]`. */
  openPlaces: string[]
}

function openPlacesOf(schema: unknown, place: string[] = []): string[] {
  const node = nodeSchema.safeParse(schema)
  if (!node.success) return []
  const { type, additionalProperties, properties = {}, anyOf = [], items } = node.data
  return [
    ...(type === 'object' && additionalProperties !== false ? [place.join('.')] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => openPlacesOf(inner, [...place, key])),
    ...anyOf.flatMap((inner) => openPlacesOf(inner, place)),
    ...openPlacesOf(items, [...place, '[]']),
  ]
}

/** Every call from `GET /auth/openapi.json`. Throws for a call without an access rule. */
export async function describedCalls(http: HttpServer): Promise<ApiCall[]> {
  const answer = await http.inject({ method: 'GET', url: '/auth/openapi.json' })
  const { paths } = documentSchema.parse(answer.json())
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      if (operation === undefined) return []
      const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      const schema = content?.schema
      const properties = schema?.properties ?? schema?.anyOf?.[0]?.properties ?? {}
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        access: operation['x-access'],
        scope: operation['x-scope'] ?? null,
        queryKeys: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name }) => name),
        bodyKeys: schema === undefined ? null : Object.keys(properties),
        isForm: contentType === 'application/x-www-form-urlencoded',
        openPlaces: openPlacesOf(schema),
      }
    }),
  )
}
