import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url, 43 characters. */
export const createSecretToken = (): string => randomBytes(32).toString('base64url')

/** The hash that is stored instead of a token. Long random tokens need no slow hash. */
export const hashSecretToken = (token: string): string => hash('sha256', token, 'base64url')
