import type { RoleDraft } from './role-draft.ts'

/** What every part of the form takes: the draft, what is wrong by field in words, and where changes go. */
export interface FormPart {
  draft: RoleDraft
  faultOf: (field: string) => string | null
  onChange: (changes: Partial<RoleDraft>) => void
}
