'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { verificationSamples } from './verification-samples'

/** How a receiver tells a real message from a forged one, as code to take away. */
export function VerifyPanel() {
  return (
    <Panel>
      <PanelHeader
        title="Verify what you receive"
        description="Signed as Standard Webhooks says; any of its libraries can verify it."
      />
      <PanelBody>
        <Tabs defaultValue="node" className="flex min-w-0 flex-col gap-3">
          <TabsList aria-label="Language">
            {verificationSamples.map(({ id, name }) => (
              <TabsTrigger key={id} value={id}>
                {name}
              </TabsTrigger>
            ))}
          </TabsList>
          {verificationSamples.map(({ id, language, note, code }) => (
            <TabsContent key={id} value={id} className="flex flex-col gap-2">
              <CodeBlock code={code} language={language} />
              <p className="text-xs text-faint">{note}</p>
            </TabsContent>
          ))}
        </Tabs>
      </PanelBody>
    </Panel>
  )
}
