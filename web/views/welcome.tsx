/** What a browser sees without a login. */
export function Welcome({ problem }: { problem: string | undefined }) {
  return (
    <main class="welcome">
      <h1>Holdfast</h1>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <p>
        Run <code>holdfast ui</code> in a terminal. It opens this page with a link that works once.
      </p>
    </main>
  );
}
