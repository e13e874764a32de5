import * as z from 'zod/mini'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const

/** The parts of JSON Schema that the API description uses. */
export interface Schema {
  type?: string | string[] | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  additionalProperties?: unknown
  items?: Schema | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  pattern?: string | undefined
  format?: string | undefined
}

const schemaSchema: z.ZodMiniType<Schema> = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  enum: z.optional(z.array(z.unknown())),
  get anyOf() {
    return z.optional(z.array(schemaSchema))
  },
  get oneOf() {
    return z.optional(z.array(schemaSchema))
  },
  get properties() {
    return z.optional(z.record(z.string(), schemaSchema))
  },
  required: z.optional(z.array(z.string())),
  get items() {
    return z.optional(schemaSchema)
  },
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  pattern: z.optional(z.string()),
  format: z.optional(z.string()),
})

const operationSchema = z.looseObject({
  'x-access': z.string(),
  parameters: z.optional(
    z.array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.optional(z.boolean()),
        schema: schemaSchema,
      }),
    ),
  ),
  requestBody: z.optional(
    z.looseObject({ content: z.record(z.string(), z.object({ schema: schemaSchema })) }),
  ),
})
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

export interface DescribedCall {
  method: string
  /** As in the description; `{…}` must be replaced. */
  path: string
  access: string
  query: { name: string; isRequired: boolean; schema: Schema }[]
  body: { schema: Schema; type: (typeof BODY_TYPES)[number] } | null
}

/** Parses all calls of `GET /auth/openapi.json`. Throws if the text is not an API description. */
export function describedCalls(text: string): DescribedCall[] {
  const { paths } = documentSchema.parse(JSON.parse(text))
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method): DescribedCall[] => {
      const operation = operations[method]
      if (operation === undefined) return []
      const type = BODY_TYPES.find((each) => operation.requestBody?.content[each] !== undefined)
      const schema = type === undefined ? undefined : operation.requestBody?.content[type]?.schema
      return [
        {
          method: method.toUpperCase(),
          path,
          access: operation['x-access'],
          query: (operation.parameters ?? [])
            .filter((parameter) => parameter.in === 'query')
            .map(({ name, required, schema: of }) => ({ name, isRequired: required === true, schema: of })),
          body: type === undefined || schema === undefined ? null : { schema, type },
        },
      ]
    }),
  )
}
