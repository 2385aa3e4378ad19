// Switches a merchant's endpoints off. Deliveries are made and held then, so that no attempts take part of the machine.

export async function switchOffEndpoints({ url, key }: { readonly url: string; readonly key: string }): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  const list = (await (await fetch(`${url}/v1/webhooks/stores`, { headers })).json()) as { id: string }[];
  for (const { id } of list) {
    const reply = await fetch(`${url}/v1/webhooks/stores/${id}/deactive`, { method: 'DELETE', headers });
    if (!reply.ok) throw new Error(`an endpoint was not switched off: ${reply.status} ${await reply.text()}`);
  }
}
