// The Helm chart with each of its profiles, as `helm template` writes it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { missing } from './programs.mjs'

const chart = 'deploy/helm/portico'
const required = ['--set', 'publicUrl=https://portico.example', '--set', 'existingSecret=portico']

const helm = (...parameters) => spawnSync('helm', parameters, { encoding: 'utf8' })
/** For the oldest Kubernetes that the chart names; which one Helm takes for the newest depends on how it was built. */
const template = (...parameters) =>
  helm('template', 'portico', chart, '--kube-version', '1.29.0', ...parameters)

const kindsOf = (text) => [...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort()
const always = ['Deployment', 'Deployment', 'Job', 'PodDisruptionBudget', 'Service']
const profiles = {
  'small.yaml': [],
  'region.yaml': ['HorizontalPodAutoscaler', 'PodMonitor', 'ScaledObject'],
  'many-nodes.yaml': ['HorizontalPodAutoscaler', 'PodMonitor', 'ScaledObject'],
}

describe('the Helm chart', { skip: missing('helm') }, () => {
  for (const [file, more] of Object.entries(profiles))
    it(`makes what ${file} asks for`, () => {
      const { status, stdout, stderr } = template(...required, '-f', `${chart}/profiles/${file}`)
      assert.equal(status, 0, stderr)
      assert.deepEqual(kindsOf(stdout), [...always, ...more].sort())
      assert.equal(stdout.includes('name: DATABASE_URL'), file !== 'small.yaml')
      for (const [volume] of stdout.matchAll(/name: data\n +emptyDir: .*/g))
        assert.match(volume, /sizeLimit: \d/)
      const lint = helm('lint', chart, '--strict', ...required, '-f', `${chart}/profiles/${file}`)
      assert.equal(lint.status, 0, lint.stdout + lint.stderr)
    })

  it('has a test of every profile', () => {
    assert.deepEqual(readdirSync(`${chart}/profiles`).sort(), Object.keys(profiles).sort())
  })

  for (const [missed, parameters] of Object.entries({
    publicUrl: ['--set', 'existingSecret=portico'],
    existingSecret: ['--set', 'publicUrl=https://portico.example'],
    'worker.autoscaling.prometheus': [...required, '--set', 'worker.autoscaling.enabled=true'],
  }))
    it(`says that ${missed} is missing`, () => {
      const { status, stderr } = template(...parameters)
      assert.notEqual(status, 0)
      assert.ok(stderr.includes(missed), stderr)
    })
})
