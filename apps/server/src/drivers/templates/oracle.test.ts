import { describe, expect, it } from 'vitest'
import { seedOfRun, sizeOfRun } from '#testing/full-run.ts'
import { readJson } from './payload-json.ts'
import { compileTemplate } from './template.ts'
import { askJinja, type OracleAnswer, type TemplateRequest } from './testing/jinja-oracle.ts'
import { createTemplates } from './testing/random-template.ts'
import type { Value } from './values.ts'

interface Answer {
  outcome: 'bad' | 'printed' | 'raised' | 'refused' | 'stopped'
  text: string
}

function answer({ template, payload }: TemplateRequest): Answer {
  const compiled = compileTemplate(template)
  if (compiled.kind !== 'runs') return { outcome: compiled.kind, text: compiled.detail }
  const variables = new Map<string, Value>([['value', payload]])
  const read = readJson(payload)
  if (read !== null) variables.set('value_json', read.value)
  const rendered = compiled.render(variables)
  return {
    outcome: rendered.outcome,
    text: rendered.outcome === 'printed' ? rendered.text.trim() : rendered.reason,
  }
}

/** Not running a template is allowed, running it otherwise is not. */
function agrees(ours: Answer, theirs: OracleAnswer): boolean {
  if (ours.outcome === 'refused' || ours.outcome === 'stopped') return true
  return ours.outcome === theirs.outcome && (ours.outcome !== 'printed' || ours.text === theirs.text)
}

describe('[HW29] random templates', () => {
  it('print what Jinja2 prints, or are refused', async () => {
    const seed = seedOfRun(20261128)
    const templates = createTemplates(seed)
    const requests = Array.from({ length: sizeOfRun(10_000, 500) }, () => templates.next())
    const answers = await askJinja(requests)
    const counts: Record<string, number> = {}
    const different = requests.flatMap((request, index) => {
      const ours = answer(request)
      const theirs = answers[index]
      counts[ours.outcome] = (counts[ours.outcome] ?? 0) + 1
      return theirs !== undefined && agrees(ours, theirs) ? [] : [{ ...request, ours, theirs }]
    })
    if (process.env.SHOW) console.log(counts, different.length)
    expect(different.slice(0, Number(process.env.SHOW ?? 10)), `seed ${seed}`).toEqual([])
    expect(answers).toHaveLength(requests.length)
    // The comparison is worth something only while most templates are run.
    expect((counts.printed ?? 0) + (counts.raised ?? 0)).toBeGreaterThan(requests.length * 0.6)
  })
})
