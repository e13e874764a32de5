import * as z from 'zod/mini'
import * as LIMITS from './limits.ts'

const MAX_RAW_NAME_LENGTH = 400

/** Blanks and invisible characters. U+2800 (Braille pattern without dots) is listed because Unicode counts it as visible. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u

/**
 * Invisible characters: those without width, that change the writing direction, or that break the line. Joiners and variation
 * selectors are allowed, because emoji and some scripts need them.
 */
const UNSEEN =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/u

/** The flags of England, Scotland and Wales consist of a black flag and invisible letters. */
const FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu

const withSingleBlanks = (name: string): string => name.replaceAll(/\p{Zs}+/gu, ' ')

/** A name in its stored form: NFC, trimmed, and with single blanks. Its length is counted in characters as people see them. */
export const nameSchema = (minLength: number, maxLength: number) =>
  z.string().check(
    z.maxLength(MAX_RAW_NAME_LENGTH),
    z.normalize('NFC'),
    z.trim(),
    z.overwrite(withSingleBlanks),
    z.refine((name) => {
      const length = [...name].length
      return length >= minLength && length <= maxLength
    }),
    z.refine((name) => !INVISIBLE.test(name)),
    // Refuses control characters and unpaired surrogates, which PostgreSQL cannot store.
    z.refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name)),
    z.refine((name) => !UNSEEN.test(name.replaceAll(FLAG, ''))),
  )

export const deviceNameSchema = nameSchema(LIMITS.DEVICE_NAME_MIN_LENGTH, LIMITS.DEVICE_NAME_MAX_LENGTH)

/** Whether a name differs from a stored one, which may be from the time of several blanks in a row. */
export const isRenamed = (before: string, name: string): boolean => withSingleBlanks(before) !== name

/**
 * The key by which two names are compared. It ignores compatibility forms, case, the dot of the Turkish i, invisible characters
 * and how many blanks there are in a row. The name is converted to upper case first, because ß, ς and ſ have only one upper-case form.
 */
export const nameKeyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')
    .replaceAll(/\p{White_Space}+/gu, ' ')
