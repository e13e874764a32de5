import * as z from 'zod/mini'
import * as LIMITS from './limits.ts'

const MAX_RAW_NAME_LENGTH = 400

/** Blanks, and what takes no room or has no shape: the Braille pattern without dots is neither to Unicode. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u

/**
 * What nobody sees: what has no width, turns the direction of writing, or breaks the line. Joiners and variation
 * selectors are left: emoji and scripts are written with them.
 */
const UNSEEN =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/u

/** The flags of England, Scotland and Wales are letters that nobody sees, after a black flag. */
const FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu

/** A name as it is kept: NFC, trimmed, and so many characters as people count them. */
export const nameSchema = (minLength: number, maxLength: number) =>
  z.string().check(
    z.maxLength(MAX_RAW_NAME_LENGTH),
    z.normalize('NFC'),
    z.trim(),
    z.refine((name) => {
      const length = [...name].length
      return length >= minLength && length <= maxLength
    }),
    z.refine((name) => !INVISIBLE.test(name)),
    // Control characters, and halves of a character: PostgreSQL keeps neither.
    z.refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name)),
    z.refine((name) => !UNSEEN.test(name.replaceAll(FLAG, ''))),
  )

export const deviceNameSchema = nameSchema(LIMITS.DEVICE_NAME_MIN_LENGTH, LIMITS.DEVICE_NAME_MAX_LENGTH)

/**
 * A name as it is compared with others: without compatibility forms, case, the dot of the Turkish i and what nobody sees.
 * Upper case first, as ß, ς and ſ have one only.
 */
export const nameKeyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')
