import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@fontsource-variable/brygada-1918/index.css";
import "@fontsource-variable/hanken-grotesk/index.css";
import { Desk } from "./Desk.tsx";
import "./desk.css";

const client = new QueryClient({
  // The server's routes retry by themselves, as the command line does.
  defaultOptions: { queries: { retry: false, networkMode: "always" }, mutations: { networkMode: "always" } },
});

const place = document.querySelector("#desk");
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Desk />
      </QueryClientProvider>
    </StrictMode>,
  );
