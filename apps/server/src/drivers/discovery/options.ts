import * as z from 'zod/mini'
import { faultOfTopic } from '../entities/topics.ts'
import { printFloat } from '../templates/printing.ts'

/** A text of an announcement: numbers and booleans compare as their Python text. */
export const word = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((value) => {
    if (typeof value === 'boolean') return value ? 'True' : 'False'
    if (typeof value === 'string') return value
    return Number.isInteger(value) ? String(value) : printFloat(value)
  }),
)

export const optionalWord = z.optional(word)

/** A word that null takes away. */
export const removableWord = z.optional(z.nullable(word))

export const template = z.optional(word)

/** An exact topic without wildcards, to publish or to subscribe. */
export const topic = z.string().check(
  z.superRefine((value, context) => {
    const fault = faultOfTopic(value)
    if (fault !== null) context.addIssue(fault)
  }),
)

export const optionalTopic = z.optional(topic)

const YES: readonly unknown[] = ['1', 'true', 'yes', 'on', 'enable']
const NO: readonly unknown[] = ['0', 'false', 'no', 'off', 'disable']

const flag = z.pipe(
  z.union([z.boolean(), z.number(), z.string()]),
  z.transform((value, context) => {
    if (typeof value !== 'string') return Boolean(value)
    const lower = value.trim().toLowerCase()
    if (YES.includes(lower)) return true
    if (!NO.includes(lower)) context.issues.push({ code: 'custom', message: 'no boolean', input: value })
    return false
  }),
)

export const optionalFlag = z.optional(flag)

const whole = z.pipe(
  z.union([z.number(), z.boolean(), z.string()]),
  z.transform((value, context) => {
    const number = typeof value === 'string' ? wholeIn(value) : Math.trunc(Number(value))
    if (!Number.isSafeInteger(number))
      context.issues.push({ code: 'custom', message: 'no integer', input: value })
    return number
  }),
)

const wholeIn = (text: string): number => (/^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN)

export const optionalWhole = z.optional(whole)
export const optionalPositive = z.optional(z.pipe(whole, z.number().check(z.gte(0))))
export const optionalScale = z.optional(z.pipe(whole, z.number().check(z.gte(1))))

/** Commands leave with at most 1 [HW29]. */
export const qos = z.optional(
  z.pipe(
    z.pipe(whole, z.union([z.literal(0), z.literal(1), z.literal(2)])),
    z.transform((value): 0 | 1 => (value === 0 ? 0 : 1)),
  ),
)
