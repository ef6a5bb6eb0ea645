import java.io.*;

public class Bot {
    public static void main(String[] args) throws IOException {
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in));
        String line;

        while ((line = lines.readLine()) != null)
            if (line.contains("\"type\":\"hello\""))
                System.out.println("{\"type\":\"ready\"}");
            else if (line.contains("\"type\":\"turn\"") ||
                     line.contains("\"type\":\"again\""))
                System.out.println("{\"move\":0}");
    }
}
