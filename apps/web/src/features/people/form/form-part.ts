import type { RoleDraft } from './role-draft.ts'

/** The props of every part of the form: the draft, the error texts by field, and the change handler. */
export interface FormPart {
  draft: RoleDraft
  errorOf: (field: string) => string | null
  onChange: (changes: Partial<RoleDraft>) => void
}
