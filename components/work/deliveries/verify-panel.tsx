'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { verificationSamples } from './verification-samples'

/** Code that verifies signatures. */
export function VerifyPanel() {
  return (
    <Panel>
      <PanelHeader
        title="Verify webhooks"
        description="Signed with the Standard Webhooks scheme. Any of its libraries can verify them."
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
              <p className="text-xs text-faint-foreground">{note}</p>
            </TabsContent>
          ))}
        </Tabs>
      </PanelBody>
    </Panel>
  )
}
