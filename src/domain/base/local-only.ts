// Whether only this machine uses the service: it listens on loopback, and no proxy publishes it (D76).

export function isLocalOnly({ host, baseUrl }: { readonly host: string; readonly baseUrl: string }): boolean {
  const isLoopback = (name: string) => /^(127\.|localhost$|::1$)/.test(name);
  // What is no address is refused elsewhere.
  return isLoopback(host) && URL.canParse(baseUrl) && isLoopback(hostOf(new URL(baseUrl)));
}

/** Without the brackets of IPv6 and the dot at the end, which say nothing. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}
