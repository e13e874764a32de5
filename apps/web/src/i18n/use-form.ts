import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#core/api/failures.ts'
import { hasChanges } from '#core/changes.ts'
import { useLeaveGuard } from '#ui/feedback/use-leave-guard.ts'
import { useServerCall } from './use-server-call.ts'

/** What is wrong with the values of a form, by field. */
export type FieldErrors<Problem> = Readonly<Record<string, Problem>>

/**
 * Shows that the form is saved. `leave` goes to where the person wanted to go, or calls its argument if they have not asked to
 * leave.
 */
export type OnSaved<Saved> = (saved: Saved, leave: (otherwise: () => void) => void) => void

interface Needs<Values, Problem, Saved> {
  /** The saved values, or those with which something new starts. Fields that were not edited follow them. */
  opened: Values
  validate: (values: Values) => FieldErrors<Problem>
  /** The fields that the server refused; null if the refusal is about something else, which the message bar shows. */
  refusalOf: (failure: Error, values: Values) => FieldErrors<Problem> | null
  textOf: (problem: Problem) => string
  /** Saves the values, and reloads what shows them. `password` proves that the account's owner asks for it. */
  send: (values: Values, password?: string) => Promise<Saved>
  onSaved: OnSaved<Saved>
  /** Handles a failure before `refusalOf`; true if that is enough. */
  onFailure?: (failure: Error) => boolean
}

/** One object, so that typing does not count as a new refusal. */
const NONE = {}

/**
 * The state of a form. Errors are shown at their fields from the first submit on; at every submit and at a refusal the first of
 * these fields gets the focus. A person who leaves with changes is asked. `canSave` is whether a submit would send something.
 */
export function useForm<Values extends object, Problem, Saved>(needs: Needs<Values, Problem, Saved>) {
  const element = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState<Partial<Values>>({})
  const [submits, setSubmits] = useState(0)
  const [refused, setRefused] = useState<FieldErrors<Problem>>(NONE)
  const values: Values = { ...needs.opened, ...changes }
  const guard = useLeaveGuard(hasChanges(needs.opened, values))
  const found = needs.validate(values)
  const canSave = isEmpty(found)
  const errors: FieldErrors<Problem> = submits === 0 ? NONE : { ...found, ...refused }

  // biome-ignore lint/correctness/useExhaustiveDependencies: at every submit, and not while a person corrects the fields
  useEffect(() => {
    if (!isEmpty(errors)) element.current?.querySelector<HTMLElement>(WITH_ERROR)?.focus()
  }, [submits, refused])

  const save = async (password?: string) => {
    const saved = await needs.send(values, password)
    guard.free()
    needs.onSaved(saved, guard.leave)
  }
  const sending = useServerCall({
    send: () => save(),
    onFailure: (failure) => {
      guard.stay()
      if (needs.onFailure?.(failure) === true) return null
      const refusal = needs.refusalOf(failure, values)
      if (refusal === null) return undefined
      setRefused(refusal)
      return null
    },
  })
  return {
    element,
    values,
    guard,
    canSave,
    isSending: sending.isSending || sending.isDone,
    change: (edited: Partial<Values>) => {
      setChanges((before) => ({ ...before, ...edited }))
      setRefused(NONE)
    },
    submit: () => {
      if (sending.isDone) return
      setSubmits(submits + 1)
      setRefused(NONE)
      if (canSave) sending.send()
    },
    /** Saves with a proof; throws refusals. */
    saveWith: save,
    errors,
    /** The error text of a field; null if it has none. */
    errorOf: (field: string): string | null => {
      const problem = errors[field]
      return problem === undefined ? null : needs.textOf(problem)
    },
  }
}

const WITH_ERROR =
  '[aria-invalid="true"], [data-invalid="true"] :is(button, select, [role="radio"]:is([tabindex="0"], [aria-checked="true"]))'

const isEmpty = (errors: object): boolean => Object.keys(errors).length === 0

/** The form field for the key of a request that the server calls malformed; null for any other failure. */
export function refusedField(failure: unknown, fieldOf: Readonly<Record<string, string>>): string | null {
  if (!(failure instanceof ApiFailure) || failure.error !== 'malformed_request') return null
  return fieldOf[failure.key ?? ''] ?? null
}

/** The error of each field that a schema refuses. The server decides about what is too much. */
export const fieldErrorsOf = <Problem>(
  schema: Parameters<typeof issuesOf>[0],
  values: object,
  errorOf: Readonly<Record<string, Problem>>,
): FieldErrors<Problem> =>
  Object.fromEntries(
    issuesOf(schema, values).flatMap(({ path: [field = ''], code }) => {
      const error = code === 'too_big' ? undefined : errorOf[field]
      return error === undefined ? [] : [[field, error]]
    }),
  )

/** What a schema of the contract refuses of a request: the path to each wrong value, and the code of the issue. */
export function issuesOf(
  schema: {
    safeParse: (request: unknown) => {
      error?: { issues: { path: PropertyKey[]; code: string }[] } | undefined
    }
  },
  request: unknown,
): { path: string[]; code: string }[] {
  const issues = schema.safeParse(request).error?.issues ?? []
  return issues.map(({ path, code }) => ({ path: path.map(String), code }))
}
