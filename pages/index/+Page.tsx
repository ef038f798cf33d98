import { LandingPage } from "../../components/landing/LandingPage.tsx";

export default LandingPage;
